import { unbroken } from "../../format/dates/date.ts";
import textStyles from "../../styles/text.module.css";

/** Words joined by hyphens or slashes, such as the number of a transaction. */
const JOINED = /([\p{L}\p{N}]+(?:[-/][\p{L}\p{N}]+)+)/u;
/** What is longer may break, so that it doesn't run out of its column. */
const LONGEST = 24;

/** A text whose days, amounts and numbers, such as INV-2203, stay whole where its lines end. */
export function UnbrokenText({ text }: { readonly text: string }) {
  return (
    <>
      {unbroken(text)
        .split(JOINED)
        .map((part, at) =>
          at % 2 === 1 && /\d/.test(part) && part.length <= LONGEST ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts are identified by their order alone
            <span key={at} className={textStyles.unbroken}>
              {part}
            </span>
          ) : (
            part
          ),
        )}
    </>
  );
}
