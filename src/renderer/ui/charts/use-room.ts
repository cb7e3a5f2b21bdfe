import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/** The width that an element has, as it changes; the given one before it has been measured. */
export function useRoom<E extends HTMLElement>(before: number): readonly [RefObject<E | null>, number] {
  const ref = useRef<E>(null);
  const [room, setRoom] = useState(before);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const measure = () => setRoom((known) => (element.clientWidth > 0 ? element.clientWidth : known));
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return [ref, room];
}
