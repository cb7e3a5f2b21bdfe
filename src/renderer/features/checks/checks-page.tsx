import type { ReactNode } from "react";
import { t } from "../../language/t.ts";
import { billOfAddress, recordAddress } from "../../state/window/screen-address.ts";
import { SectionedPage } from "../../ui/layout/sectioned-page.tsx";
import { ChangeList } from "./changes/change-list.tsx";
import { CHECK_SECTIONS, type CheckSection, SECTION_WORDS, sectionOf } from "./check-labels.ts";
import { PartyList } from "./contacts/contact-list.tsx";
import { DuplicateList } from "./duplicates/duplicate-list.tsx";
import { PeriodsAndLocks } from "./periods/periods-and-locks.tsx";
import { MatchList } from "./purchase-orders/match-list.tsx";

interface SectionProps {
  readonly clientId: string;
  /** The bill whose duplicates alone are asked for. */
  readonly documentId: string | null;
}

const SECTIONS: Readonly<Record<CheckSection, (props: SectionProps) => ReactNode>> = {
  duplicates: DuplicateList,
  matches: MatchList,
  parties: PartyList,
  changes: ChangeList,
  periods: PeriodsAndLocks,
};

/** What a reviewer looks through. */
export function ChecksPage({ clientId, part }: { readonly clientId: string; readonly part: string | null }) {
  const section = sectionOf(part);
  const Section = SECTIONS[section];
  const documentId = billOfAddress(part);
  return (
    <SectionedPage
      clientId={clientId}
      screen="checks"
      label={t("checks")}
      sections={CHECK_SECTIONS}
      section={section}
      words={SECTION_WORDS}
      addressOf={(name) => recordAddress(clientId, "checks", name)}
    >
      <Section key={`${section} ${documentId ?? ""}`} clientId={clientId} documentId={documentId} />
    </SectionedPage>
  );
}
