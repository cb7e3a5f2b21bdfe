import { Fragment, type ReactNode } from "react";
import { messageParts } from "./message.ts";

/** A sentence with elements inside, in the window's language: a translation may move them. `text` is a literal, as in `t`. */
export function Sentence({ text, values }: { readonly text: string; readonly values: Readonly<Record<string, ReactNode>> }) {
  return (
    // Its links are underlined: there are words on both sides of them.
    <span data-sentence="">
      {messageParts<ReactNode>(text, values).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a sentence's parts never change places while it is shown
        <Fragment key={index}>{part}</Fragment>
      ))}
    </span>
  );
}
