import { useContext } from "react";
import { keysText } from "../../format/text/shortcut-label.ts";
import { t } from "../../language/t.ts";
import { figureKey } from "../../state/views/figure-shortcut.ts";
import { PanelsContext } from "../../state/window/panels.ts";
import { useActionKeys } from "../../state/window/shortcut-settings.ts";
import { Figure } from "../../ui/figures/figure.tsx";
import styles from "./figure-link.module.css";

interface FigureLinkProps {
  /** The figure as the page knows it. */
  readonly id: string;
  readonly name: string;
  readonly amount: string | null;
  readonly currency: string;
}

/** A figure of the overview: opens the documents behind it and where it comes from, by click, Enter or its key. */
export function FigureLink({ id, name, amount, currency }: FigureLinkProps) {
  const panels = useContext(PanelsContext);
  const [key] = useActionKeys("provenance");
  if (panels === null) return <Figure amount={amount} currency={currency} />;
  const panel = { kind: "figure", id } as const;
  const onKey = figureKey<null>(() => panels.open(panel));
  return (
    <a
      className={styles.figure}
      href={`#${panels.addressOf(panel)}`}
      title={
        key === undefined
          ? t("{name}: see the breakdown and source of this figure", { name })
          : t("{name}: see the breakdown and source of this figure ({keys})", { name, keys: keysText(key) })
      }
      onKeyDown={(event) => {
        if (onKey(event, null, "")) event.preventDefault();
      }}
    >
      <Figure amount={amount} currency={currency} />
    </a>
  );
}
