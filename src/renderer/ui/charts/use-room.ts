import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/** The width and height that an element has, as they change; the given ones before it has been measured. */
export function useRoom<E extends HTMLElement>(width: number, height = 0): readonly [RefObject<E | null>, number, number] {
  const ref = useRef<E>(null);
  const [room, setRoom] = useState({ width, height });
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const measure = () => {
      const { clientWidth, clientHeight } = element;
      setRoom((known) => {
        if (clientWidth === 0 || (clientWidth === known.width && clientHeight === known.height)) return known;
        return { width: clientWidth, height: clientHeight };
      });
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return [ref, room.width, room.height];
}
