import { useContext } from "react";
import { Figure } from "../../components/figure.tsx";
import { t } from "../../language/t.ts";
import { figureKey } from "../../state/figure-key.ts";
import { PanelsContext } from "../../state/panels.ts";
import styles from "./overview-page.module.css";

interface FigureLinkProps {
  /** The figure as the page knows it. */
  readonly id: string;
  readonly name: string;
  readonly amount: string | null;
  readonly currency: string;
}

/** A figure of the overview: opens the documents behind it and where it comes from, by click, Enter or P. */
export function FigureLink({ id, name, amount, currency }: FigureLinkProps) {
  const panels = useContext(PanelsContext);
  if (panels === null) return <Figure amount={amount} currency={currency} />;
  const panel = { kind: "figure", id } as const;
  const onKey = figureKey<null>(() => panels.open(panel));
  return (
    <a
      className={styles.figure}
      href={`#${panels.addressOf(panel)}`}
      title={t("{name}: the documents behind it, and where it comes from (P)", { name })}
      onKeyDown={(event) => {
        if (onKey(event, null, "")) event.preventDefault();
      }}
    >
      <Figure amount={amount} currency={currency} />
    </a>
  );
}
