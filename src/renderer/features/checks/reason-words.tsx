import textStyles from "../../styles/text.module.css";

/** What is longer may break, so that it doesn't run out of its column. */
const LONGEST = 24;

/** Why two records may belong together: numbers, amounts and days, such as `PO-7731` or `9 days after`, stay on one line. */
export function ReasonWords({ text }: { readonly text: string }) {
  return text.split(/((?:[A-Z]{3} )?\S*\d\S*(?: days?(?: after| before| apart)?)?)/).map((part, at) =>
    at % 2 === 0 || part.length > LONGEST ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, in their order
      <span key={at} className={textStyles.unbroken}>
        {part}
      </span>
    ),
  );
}
