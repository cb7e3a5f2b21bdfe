import { useContext } from "react";
import type { FigureSource } from "#shared/model/statement.ts";
import { AsOfWords } from "../../components/as-of-words.tsx";
import { SourceWords } from "../../components/source-words.tsx";
import { useNow } from "../../state/now.ts";
import { PanelsContext } from "../../state/panels.ts";

interface FigureFootProps {
  /** What opens where all the figures of the card come from. */
  readonly id: string;
  readonly source: FigureSource;
  readonly asOf: string | null;
}

/** Below the figures of a card: how they were had, and as of when. */
export function FigureFoot({ id, source, asOf }: FigureFootProps) {
  const panels = useContext(PanelsContext);
  return (
    <>
      <SourceWords source={source} onWhy={() => panels?.open({ kind: "figure", id })} /> <AsOfWords asOf={asOf} nowMs={useNow()} />
    </>
  );
}
