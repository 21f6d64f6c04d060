// Mouse and touch on the board and the hands: a press that moves drags a piece, any other is a click.

const THRESHOLD_PX = 6;
// the browser may report a click as well, later, or not at all
const CLICK_MS = 500;

// `lift` gets the square where a drag begins and returns whether it may; `drop` gets the square where it ends, or null;
// `click` gets a square that was clicked, also by a key or by assistive technology.
export function followPointer(elements, { lift, drop, click }) {
  let press = null;
  let released = -CLICK_MS;
  const squareAt = (element) => element?.closest("[data-square]") ?? null;

  function end() {
    press?.picture?.remove();
    press = null;
  }

  function begin(event) {
    end();
    const square = squareAt(event.target);
    if (square && event.isPrimary && event.button === 0) press = { square, id: event.pointerId, x: event.clientX, y: event.clientY };
  }

  function move({ pointerId, clientX, clientY }) {
    if (pointerId !== press?.id) return;
    if (!press.picture) {
      if (Math.hypot(clientX - press.x, clientY - press.y) < THRESHOLD_PX) return;
      if (!lift(press.square)) return end();
      press.picture = copyOfPiece(press.square);
    }
    press.picture.style.translate = `${clientX}px ${clientY}px`;
  }

  function release({ pointerId, clientX, clientY, timeStamp }) {
    if (pointerId !== press?.id) return;
    const { picture, square } = press;
    end();
    released = timeStamp;
    const under = squareAt(document.elementFromPoint(clientX, clientY));
    if (picture) drop(under);
    else if (under === square) click(square);
  }

  for (const element of elements) {
    element.addEventListener("pointerdown", begin);
    element.addEventListener("click", ({ target, detail, timeStamp }) => {
      const square = squareAt(target);
      if (square && (detail === 0 || timeStamp > released + CLICK_MS)) click(square);
    });
  }
  addEventListener("pointermove", move);
  addEventListener("pointerup", release);
  addEventListener("pointercancel", end);
}

function copyOfPiece(square) {
  const piece = square.querySelector(".piece");
  const copy = document.createElement("div");
  copy.className = "dragged";
  copy.style.width = `${piece ? piece.getBoundingClientRect().width : 0}px`;
  if (piece) copy.append(piece.cloneNode(true));
  document.body.append(copy);
  return copy;
}
