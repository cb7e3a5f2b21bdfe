import type { ReactNode } from "react";
import { SectionedPage } from "../../blocks/sectioned-page.tsx";
import { Button } from "../../components/button.tsx";
import controls from "../../components/controls.module.css";
import { EmptyNote } from "../../components/empty-note.tsx";
import { t } from "../../language/t.ts";
import { useBarPeriod } from "../../state/bar-period.ts";
import { recordAddress, setOverlay } from "../../state/place.ts";
import { AdjustingEntries } from "./adjusting-entries.tsx";
import { Checklist } from "./checklist.tsx";
import { CLOSE_SECTIONS, type CloseSection, placeOf, SECTION_WORDS, type SectionProps } from "./close-words.ts";
import { ClosedChanges } from "./closed-changes.tsx";
import { Packs } from "./packs.tsx";
import { Reconciliations } from "./reconciliations.tsx";

const SECTIONS: Readonly<Record<CloseSection, (props: SectionProps) => ReactNode>> = {
  checklist: Checklist,
  reconciliations: Reconciliations,
  adjusting: AdjustingEntries,
  changes: ClosedChanges,
  packs: Packs,
};

/** The close of the period that the bar shows: what is left to do, what changed behind it, and its packs. */
export function ClosePage({ clientId, part }: { readonly clientId: string; readonly part: string | null }) {
  const { section, item } = placeOf(part);
  const Section = SECTIONS[section];
  const period = useBarPeriod(clientId);
  return (
    <SectionedPage
      clientId={clientId}
      label={t("the close")}
      sections={CLOSE_SECTIONS}
      section={section}
      words={SECTION_WORDS}
      addressOf={(name) => recordAddress(clientId, "close", name)}
    >
      {period === null ? (
        <EmptyNote title={t("There is no such period")}>
          <p>{t("Periods begin with the first document of the books. Choose another one in the bar above, with [ and ].")}</p>
        </EmptyNote>
      ) : period === undefined ? null : (
        <>
          <div className={controls.bar}>
            <Button title={t("Looks at the ledger's locks, its year end and what was closed here")} onClick={() => setOverlay("posting")}>
              {t("Can this be posted?")}
            </Button>
          </div>
          <Section key={`${section} ${period}`} clientId={clientId} period={period} item={item} />
        </>
      )}
    </SectionedPage>
  );
}
