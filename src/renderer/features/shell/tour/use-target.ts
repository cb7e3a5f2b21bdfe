import { useEffect, useState } from "react";
import { every } from "../../../api/clock.ts";

const LOOK_MS = 200;

/** The element's position on the screen; null until it exists. Checked repeatedly, because the screen may move. */
export function useTarget(selector: string | undefined): DOMRect | null {
  const [place, setPlace] = useState<DOMRect | null>(null);
  useEffect(() => {
    setPlace(null);
    if (selector === undefined) return;
    const look = () => {
      const found = document.querySelector(selector)?.getBoundingClientRect() ?? null;
      const seen = found !== null && found.width > 0 ? found : null;
      setPlace((before) => (isSame(before, seen) ? before : seen));
    };
    look();
    return every(LOOK_MS, look);
  }, [selector]);
  return place;
}

function isSame(a: DOMRect | null, b: DOMRect | null): boolean {
  if (a === null || b === null) return a === b;
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}
