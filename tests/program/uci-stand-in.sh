#!/bin/sh
# A stand-in for an engine that speaks UCI. Its first argument is the way in which it behaves; the second
# a file for what it is told; the third a file with a line of moves for each game, of which it plays the
# one that follows those on its board.
way=$1 log=${2:-/dev/null} games=${3:-/dev/null}
moves=
turn() {
    case "$way" in
        script)
            # the game that begins as this one does
            next=$(awk -v made="${moves:+$moves }" 'index($0 " ", made) == 1 { print substr($0 " ", length(made) + 1); exit }' "$games")
            set -- $next
            echo "info depth 7 seldepth 9 multipv 1 score cp 25 nodes 7 nps 9 pv ${1:-none}"
            echo "bestmove ${1:-(none)} ponder e2e4"
            ;;
        illegal) echo "bestmove e2e5" ;;
        nothing) echo "bestmove" ;;
        chess) echo "bestmove (none)" ;;
        null) echo "bestmove 0000" ;;
        crash) exit 3 ;;
        silent) ;;
        hang) exec sleep 60 ;;
        flood) yes "info depth 9 score cp -34 nodes 3456 pv e2e4" ;;
        moves) yes "bestmove e2e5" ;;
    esac
}
options() {
    echo "option name Hash type spin default 16 min 1 max 64"
    echo "option name Style Of Play type combo default Solid var Solid var Very Wild"
    echo "option name Book type string default <empty>"
    echo "option name Ponder type check default false"
    echo "option name Clear Hash type button"
    case "$way" in
        chess) return ;;
        thousands) yes "option name X type button" | head -100000 ;;
    esac
    echo "option name UCI_Variant type combo default chess var chess var 3check var crazyhouse var grand var kingofthehill var makruk var seirawan var xiangqi $book"
}
while read -r line; do
    echo "$line" >> "$log"
    case "$line" in
        uci)
            case "$way" in
                mute) continue ;;
                deadborn) exit 3 ;;
            esac
            printf 'id name uci \033[2Jstand-in\n\n'
            options
            echo uciok
            ;;
        isready) echo readyok ;;
        "setoption name Book value "*) book="var ${line##* }" ;;
        "position "*)
            case "$line" in
                *" moves "*) moves="${line#* moves }" ;;
                *) moves= ;;
            esac
            ;;
        d)
            [ "$way" = script ] && [ -e "$games.fen" ] && echo "Fen: $(cat "$games.fen")"
            ;;
        go*) turn ;;
        stop) [ "$way" = silent ] && echo "bestmove e2e4" ;;
        quit) exit 0 ;;
    esac
done
