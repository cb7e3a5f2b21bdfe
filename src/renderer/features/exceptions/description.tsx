import { Fragment, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { unbroken } from "../../format/dates/date.ts";
import { firstSentence } from "../../format/text/first-sentence.ts";
import { t } from "../../language/t.ts";
import { Button } from "../../ui/controls/button.tsx";
import { classes } from "../../ui/controls/classes.ts";
import { descriptionLines } from "./description-lines.ts";
import styles from "./exceptions-page.module.css";

interface DescriptionProps {
  readonly text: string;
  /** All of it is shown. */
  readonly open: boolean;
  /** Whether it can be folded at all. */
  readonly folds: boolean;
  /** That of its cell: the button can be tabbed to from the active cell, and the table stays one tab stop otherwise. */
  readonly tabIndex: 0 | -1;
  readonly onToggle: () => void;
}

/**
 * What happened and, muted, what it means and what to do, of which two lines are shown until someone unfolds the rest. Paper has
 * all of it.
 */
export function Description(props: DescriptionProps) {
  const box = useRef<HTMLSpanElement>(null);
  const [first, rest] = firstSentence(props.text);
  const lines = rest === "" ? [] : descriptionLines(rest).map(unbroken);
  const isCut = useIsCut(box, rest, props.open);
  const unfolds = props.folds && rest !== "" && (props.open || isCut);
  return <DescriptionText {...props} first={unbroken(first)} lines={lines} box={box} unfolds={unfolds} />;
}

interface DescriptionTextProps extends Omit<DescriptionProps, "text" | "folds"> {
  readonly first: string;
  /** What it means, line by line. */
  readonly lines: readonly string[];
  readonly box?: RefObject<HTMLSpanElement | null>;
  /** There is more than its two lines hold. */
  readonly unfolds: boolean;
}

/** The same as text and a button, without knowing how much room there is. */
export function DescriptionText({ first, lines, box, open, unfolds, tabIndex, onToggle }: DescriptionTextProps) {
  return (
    <span className={styles.description}>
      {first}
      {lines.length === 0 ? null : (
        <span ref={box} className={classes(styles.rest, !open && styles.folded)}>
          {lines.map((line, at) => (
            <Fragment key={line}>
              {at === 0 ? " " : <br />}
              {line}
            </Fragment>
          ))}
        </span>
      )}
      {unfolds ? (
        <Button
          kind="quiet"
          className={styles.more}
          tabIndex={tabIndex}
          aria-expanded={open}
          onKeyDown={keepPress}
          onClick={(event) => {
            // Otherwise the click would open the row's record.
            event.stopPropagation();
            onToggle();
          }}
        >
          {open ? t("Show less") : t("Show more")}
        </Button>
      ) : null}
    </span>
  );
}

/** Enter and Space press the button, where Enter would open the row; all other keys are the table's. */
function keepPress(event: KeyboardEvent): void {
  if (event.key === "Enter" || event.key === " ") event.stopPropagation();
}

/** Whether a folded text has more lines than are shown, in the width that its column has now. */
function useIsCut(box: RefObject<HTMLSpanElement | null>, text: string, open: boolean): boolean {
  const [isCut, setIsCut] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another row's text may be cut in a box of the same size, which tells nothing
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || open) return;
    const look = () => setIsCut(element.scrollHeight > element.clientHeight + 1);
    look();
    const watch = new ResizeObserver(look);
    watch.observe(element);
    return () => watch.disconnect();
  }, [box, text, open]);
  return isCut;
}
