use super::*;

#[test]
fn what_is_beyond_the_threshold_is_sure_with_its_whole_interval() {
    assert_eq!(above(&Share::new(50, 100), 0.6), None);
    assert_eq!(above(&Share::new(65, 100), 0.6), Some(false));
    assert_eq!(above(&Share::new(80, 100), 0.6), Some(true));
    assert_eq!(below(&Share::new(2, 10), 0.25), Some(false));
    assert_eq!(below(&Share::new(0, 100), 0.25), Some(true));
    assert_eq!(below(&Share::new(0, 0), 0.25), None);
}
