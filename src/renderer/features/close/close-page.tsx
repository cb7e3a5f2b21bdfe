import type { ReactNode } from "react";
import { EmptyNote } from "../../components/empty-note.tsx";
import { SectionedPage } from "../../components/sectioned-page.tsx";
import { useBarPeriod } from "../../state/bar-period.ts";
import { recordAddress } from "../../state/place.ts";
import { Checklist } from "./checklist.tsx";
import { CLOSE_SECTIONS, type CloseSection, SECTION_WORDS, sectionOf } from "./close-words.ts";
import { ClosedChanges } from "./closed-changes.tsx";
import { Packs } from "./packs.tsx";

const SECTIONS: Readonly<Record<CloseSection, (props: { readonly clientId: string; readonly period: string }) => ReactNode>> = {
  checklist: Checklist,
  changes: ClosedChanges,
  packs: Packs,
};

/** The close of the period that the bar shows: what is left to do, what changed behind it, and its packs. */
export function ClosePage({ clientId, part }: { readonly clientId: string; readonly part: string | null }) {
  const section = sectionOf(part);
  const Section = SECTIONS[section];
  const period = useBarPeriod(clientId);
  return (
    <SectionedPage
      clientId={clientId}
      label="the close"
      sections={CLOSE_SECTIONS}
      section={section}
      words={SECTION_WORDS}
      addressOf={(name) => recordAddress(clientId, "close", name)}
    >
      {period === null ? (
        <EmptyNote title="There is no such period">
          <p>Periods begin with the first document of the books. Choose another one in the bar above, with [ and ].</p>
        </EmptyNote>
      ) : period === undefined ? null : (
        <Section key={`${section} ${period}`} clientId={clientId} period={period} />
      )}
    </SectionedPage>
  );
}
