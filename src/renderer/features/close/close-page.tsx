import type { ReactNode } from "react";
import { t } from "../../language/t.ts";
import { useBarPeriod } from "../../state/period/selected-period.ts";
import { recordAddress, setOverlay } from "../../state/window/screen-address.ts";
import { Button } from "../../ui/controls/button.tsx";
import { RoleNote } from "../../ui/feedback/role-note.tsx";
import { SectionedPage } from "../../ui/layout/sectioned-page.tsx";
import { OfBarPeriod } from "../../ui/periods/of-bar-period.tsx";
import { Checklist } from "./checklist/checklist.tsx";
import { ComingChecklist } from "./checklist/coming-checklist.tsx";
import styles from "./close.module.css";
import { CLOSE_SECTIONS, type CloseSection, COMING_WORDS, placeOf, SECTION_WORDS, type SectionProps } from "./close-labels.ts";
import { AdjustingEntries } from "./journals/adjusting-entries.tsx";
import { Packs } from "./packs/packs.tsx";
import { ClosedChanges } from "./post-close-changes.tsx";
import { Reconciliations } from "./reconciliations/reconciliations.tsx";
import { RejectedRecords } from "./rejected-records.tsx";

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
      screen="close"
      label={t("close")}
      sections={CLOSE_SECTIONS}
      section={section}
      words={SECTION_WORDS}
      addressOf={(name) => recordAddress(clientId, "close", name)}
      aside={
        period == null ? null : (
          <Button
            kind="quiet"
            className={styles.toEdge}
            title={t("Shows whether a lock in the ledger or a period closed in Tieout blocks posting on a date")}
            onClick={() => setOverlay("posting")}
          >
            {t("Check if a date is locked…")}
          </Button>
        )
      }
    >
      <RoleNote place={styles.roleNote} />
      <RejectedRecords clientId={clientId} />
      <OfBarPeriod
        clientId={clientId}
        coming={{ title: t("No periods synced yet"), words: COMING_WORDS[section] }}
        waiting={section === "checklist" ? <ComingChecklist /> : undefined}
      >
        {(id) => <Section key={`${section} ${id}`} clientId={clientId} period={id} item={item} />}
      </OfBarPeriod>
    </SectionedPage>
  );
}
