import { useContext } from "react";
import type { FigureSource } from "#shared/model/reports/statement.ts";
import { useNow } from "../../state/window/now.ts";
import { PanelsContext } from "../../state/window/panels.ts";
import { AsOfWarning } from "../../ui/figures/as-of-label.tsx";
import { SourceWords } from "../../ui/figures/figure-source.tsx";

interface FigureFootProps {
  /** What opens where all the figures of the card come from. */
  readonly id: string;
  readonly source: FigureSource;
  readonly asOf: string | null;
}

/** Below the figures of a card: how they were had, and whether they are incomplete or stale. The last sync is said above all cards. */
export function FigureFoot({ id, source, asOf }: FigureFootProps) {
  const panels = useContext(PanelsContext);
  return (
    <>
      <SourceWords source={source} onWhy={() => panels?.open({ kind: "figure", id })} /> <AsOfWarning asOf={asOf} nowMs={useNow()} />
    </>
  );
}
