import type { ReactNode } from "react";
import { SectionedPage } from "../../blocks/sectioned-page.tsx";
import { t } from "../../language/t.ts";
import { recordAddress } from "../../state/place.ts";
import { ChangeList } from "./change-list.tsx";
import { CHECK_SECTIONS, type CheckSection, SECTION_WORDS, sectionOf } from "./check-words.ts";
import { DuplicateList } from "./duplicate-list.tsx";
import { MatchList } from "./match-list.tsx";
import { PartyList } from "./party-list.tsx";
import { PeriodsAndLocks } from "./periods-and-locks.tsx";

const SECTIONS: Readonly<Record<CheckSection, (props: { readonly clientId: string }) => ReactNode>> = {
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
  return (
    <SectionedPage
      clientId={clientId}
      label={t("the checks")}
      sections={CHECK_SECTIONS}
      section={section}
      words={SECTION_WORDS}
      addressOf={(name) => recordAddress(clientId, "checks", name)}
    >
      <Section key={section} clientId={clientId} />
    </SectionedPage>
  );
}
