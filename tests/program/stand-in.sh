#!/bin/sh
# A stand-in for an engine that fails in one way, named by its first argument; the second one is a
# file that some ways need.
force=1
turn() {
    case "$1" in
        illegal) echo "move e2e5" ;;
        nonsense) echo "move xyzzy" ;;
        # more than is shown of it
        crash)
            for n in 1 2 3 4 5 6 7 8 9 10 11 12; do echo "crash: line $n" >&2; done
            exit 3
            ;;
        silent) ;;
        greedy) echo "9 -34 12 100000 e2e4"; echo "move e2e4" ;;
        hang) exec sleep 60 ;;
        claim) echo "1/2-1/2 {Draw by repetition}" ;;
        refuse) echo "Illegal move: e2e4" ;;
        resign | sleeper | stubborn | once | narrow | unlisted) echo "resign" ;;
        # `new` alone does not bring it back from another game
        sticky) [ "$new-$game" = 1-nocastle ] && echo "Illegal move: e2e4" || echo "resign" ;;
        offer)
            echo "offer draw"
            [ "$moved" = 1 ] || echo "move e2e4"
            ;;
        flood) yes "9 -34 12 3456 e2e4 e7e5 g1f3" ;;
        endless)
            head -c 10000000 /dev/zero | tr '\0' x
            printf '\nresign\n'
            ;;
        chatter)
            for _ in 1 2 3 4 5 6 7 8; do
                head -c 100000 /dev/zero | tr '\0' '\n' | sed 's/^/9 -34 12 3456 e2e4/'
            done
            echo "resign"
            ;;
        terminal)
            printf '9 -34 12 3456 \033[2J\033]0;owned\007e2e4\n'
            printf 'telluser \033[31mred\033[0m\r\n'
            printf 'move \033[1;1He2\302\233e9\342\200\256\007\n'
            ;;
    esac
}
introduce() {
    case "$1" in
        deadborn)
            echo 'deadborn: no network' >&2
            exit 3
            ;;
        once)
            [ -e "$2" ] && exit 3
            : > "$2"
            ;;
        # more answers than a pipe holds, and nobody who reads them
        deaf)
            name=$(head -c 10000 /dev/zero | tr '\0' x)
            for n in 1 2 3 4 5 6 7 8; do echo "feature $name=$n"; done
            echo 'feature done=1'
            exec sleep 60
            ;;
        thousands)
            yes 'feature option="Button -button"' | head -100000
            ;;
        sleeper)
            sh -c 'trap "" HUP INT TERM; echo $$ > "$0"; while :; do sleep 1; done' "$2" &
            while [ ! -s "$2" ]; do sleep 0.01; done
            ;;
        terminal)
            printf 'feature myname="e\033[2Jvil\342\200\256\007"\n'
            printf '\033]52;c;ZXZpbA==\007\n' >&2
            echo 'feature ping=1 usermove=1 variants="normal" done=1'
            return
            ;;
        # games that it does not know leave it in its own without a word
        narrow)
            echo 'feature myname="stand-in" ping=1 usermove=1 variants="chu,nocastle" done=1'
            return
            ;;
        unlisted)
            echo 'feature myname="stand-in" ping=1 usermove=1 done=1'
            return
            ;;
    esac
    echo 'feature myname="stand-in" ping=1 usermove=1 variants="normal,nocastle"'
    echo 'feature option="Level -spin 1 0 9"'
    [ "$1" = once ] && echo 'feature reuse=0'
    [ "$1" = greedy ] && echo 'feature nps=1'
    echo 'feature done=1'
}
while read -r line; do
    case "$line" in
        "protover 2") introduce "$@" ;;
        ping*) echo "pong ${line#ping }" ;;
        new) force=0; moved=0; new=1 ;;
        force) force=1 ;;
        go) force=0; turn "$1" ;;
        usermove*) moved=1; [ "$force" = 1 ] || turn "$1" ;;
        "variant nocastle") game=nocastle; new=0 ;;
        "variant normal") game=normal; new=0 ;;
        variant*) [ "$1" = narrow ] || echo "Error (unknown game): $line" ;;
        quit) [ "$1" = stubborn ] && trap '' TERM && exec sleep 60; exit 0 ;;
    esac
done
