//! SVG to PNG.

use anyhow::{Context, anyhow};
use resvg::{tiny_skia, usvg};

/// A picture as PNG, scaled. The picture has only paths, so that no font is needed.
pub fn png(picture: &str, scale: f32) -> anyhow::Result<Vec<u8>> {
    let tree = usvg::Tree::from_str(picture, &usvg::Options::default());
    let tree = tree.context("a picture cannot be read")?;
    let size = tree.size().to_int_size();
    let size = size.scale_by(scale).context("a picture without size")?;
    let mut pixels = tiny_skia::Pixmap::new(size.width(), size.height())
        .ok_or_else(|| anyhow!("a picture without size"))?;
    pixels.fill(tiny_skia::Color::WHITE);
    let transform = tiny_skia::Transform::from_scale(scale, scale);
    resvg::render(&tree, transform, &mut pixels.as_mut());
    pixels.encode_png().context("a picture cannot be written")
}
