import { strokeOf } from "../../format/text/shortcut-label.ts";
import { actionOf } from "../window/shortcut-settings.ts";

/** Where a figure of a grid comes from, by the key that a person has for it: for `onKey` of a grid. */
export function figureKey<Row>(
  act: (row: Row, columnId: string) => void,
): (event: Parameters<typeof strokeOf>[0], row: Row, columnId: string) => boolean {
  return (event, row, columnId) => {
    const stroke = strokeOf(event);
    if (stroke === null || actionOf(stroke)?.id !== "provenance") return false;
    act(row, columnId);
    return true;
  };
}
