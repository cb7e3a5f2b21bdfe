import { useEffect, useRef } from "react";
import { AsOf } from "../../components/as-of.tsx";
import { Chip } from "../../components/chip.tsx";
import { useLastAct } from "../../state/last-act.ts";
import { useClientSync } from "../../state/live-sync.ts";
import { useNow } from "../../state/now.ts";
import { clientAddress } from "../../state/place.ts";
import { ActNote } from "./act-note.tsx";
import { ChangeList } from "./change-list.tsx";
import { CHECK_SECTIONS, type CheckSection, SECTION_WORDS, sectionOf } from "./check-words.ts";
import styles from "./checks.module.css";
import { DuplicateList } from "./duplicate-list.tsx";
import { MatchList } from "./match-list.tsx";
import { PartyList } from "./party-list.tsx";
import { PeriodsAndLocks } from "./periods-and-locks.tsx";

const SECTIONS: Readonly<Record<CheckSection, (props: { readonly clientId: string }) => React.ReactNode>> = {
  duplicates: DuplicateList,
  matches: MatchList,
  parties: PartyList,
  changes: ChangeList,
  periods: PeriodsAndLocks,
};

/** What a reviewer looks through: each section has its own address, and every act in it can be undone. */
export function ChecksPage({ clientId, part }: { readonly clientId: string; readonly part: string | null }) {
  const section = sectionOf(part);
  const Section = SECTIONS[section];
  const content = useRef<HTMLDivElement>(null);
  const act = useLastAct();
  useEffect(() => {
    // The button that was pressed went away with what it was about: the keys go on from the list.
    if (act.clientId === clientId && document.activeElement === document.body) content.current?.focus();
  }, [act, clientId]);
  return (
    <div className={styles.page}>
      <div className={styles.sections}>
        <nav className={styles.tabs} aria-label="Sections of the checks">
          {CHECK_SECTIONS.map((name) => (
            <a
              key={name}
              className={styles.tab}
              href={`#${clientAddress(clientId, "checks")}/${name}`}
              {...(name === section ? { "aria-current": "page" as const } : {})}
            >
              {SECTION_WORDS[name]}
            </a>
          ))}
        </nav>
        <ReadWhen clientId={clientId} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard */}
      <section ref={content} className={styles.content} tabIndex={0} aria-label={SECTION_WORDS[section]}>
        <Section key={section} clientId={clientId} />
      </section>
      <ActNote key={section} clientId={clientId} />
    </div>
  );
}

function ReadWhen({ clientId }: { readonly clientId: string }) {
  const { data } = useClientSync(clientId);
  const nowMs = useNow();
  if (data === undefined) return null;
  if (data.asOf === null)
    return <Chip tone="warning" word="Incomplete" title="The first read has not ended: what is found here may change as more comes in." />;
  return (
    <span className={styles.quiet}>
      As of <AsOf instant={data.asOf} nowMs={nowMs} ago />
    </span>
  );
}
