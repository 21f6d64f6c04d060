#!/bin/sh
# A stand-in for an engine that fails in one way, named by its argument, when it has to move.
force=1
turn() {
    case "$1" in
        illegal) echo "move e2e5" ;;
        nonsense) echo "move xyzzy" ;;
        crash) exit 3 ;;
        silent) ;;
        hang) exec sleep 60 ;;
        claim) echo "1/2-1/2 {Draw by repetition}" ;;
        refuse) echo "Illegal move: e2e4" ;;
        resign) echo "resign" ;;
        # `new` alone does not bring it back from another game
        sticky) [ "$new-$game" = 1-nocastle ] && echo "Illegal move: e2e4" || echo "resign" ;;
        offer)
            echo "offer draw"
            [ "$moved" = 1 ] || echo "move e2e4"
            ;;
    esac
}
while read -r line; do
    case "$line" in
        "protover 2")
            echo 'feature myname="stand-in" ping=1 usermove=1 variants="normal,nocastle"'
            echo 'feature option="Level -spin 1 0 9" done=1'
            ;;
        ping*) echo "pong ${line#ping }" ;;
        new) force=0; moved=0; new=1 ;;
        force) force=1 ;;
        go) force=0; turn "$1" ;;
        usermove*) moved=1; [ "$force" = 1 ] || turn "$1" ;;
        "variant nocastle") game=nocastle; new=0 ;;
        "variant normal") game=normal; new=0 ;;
        variant*) echo "Error (unknown game): $line" ;;
        quit) exit 0 ;;
    esac
done
