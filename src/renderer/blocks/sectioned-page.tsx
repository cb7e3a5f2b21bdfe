import { type ReactNode, useEffect, useRef } from "react";
import { AsOf } from "../components/as-of.tsx";
import { Chip } from "../components/chip.tsx";
import { t } from "../language/t.ts";
import { useLastAct } from "../state/last-act.ts";
import { useClientSync } from "../state/live-sync.ts";
import { useNow } from "../state/now.ts";
import { ActNote } from "./act-note.tsx";
import styles from "./sectioned-page.module.css";

interface SectionedPageProps<Name extends string> {
  readonly clientId: string;
  /** What the sections are sections of: "the checks". */
  readonly label: string;
  readonly sections: readonly Name[];
  readonly section: Name;
  readonly words: Readonly<Record<Name, string>>;
  readonly addressOf: (section: Name) => string;
  readonly children: ReactNode;
}

/** A client's page of several sections, each with an address of its own; every act in it can be undone. */
export function SectionedPage<Name extends string>(props: SectionedPageProps<Name>) {
  const { clientId, section, words } = props;
  const content = useRef<HTMLDivElement>(null);
  const act = useLastAct();
  useEffect(() => {
    // The button that was pressed went away with what it was about: the keys go on from the list.
    if (act.clientId === clientId && document.activeElement === document.body) content.current?.focus();
  }, [act, clientId]);
  return (
    <div className={styles.page}>
      <div className={styles.sections}>
        <nav className={styles.tabs} aria-label={t("Sections of {label}", { label: props.label })}>
          {props.sections.map((name) => (
            <a
              key={name}
              className={styles.tab}
              href={`#${props.addressOf(name)}`}
              {...(name === section ? { "aria-current": "page" as const } : {})}
            >
              {words[name]}
            </a>
          ))}
        </nav>
        <ReadWhen clientId={clientId} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard */}
      <section ref={content} className={styles.content} tabIndex={0} aria-label={words[section]}>
        {props.children}
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
    return (
      <Chip
        tone="warning"
        word={t("Incomplete")}
        title={t("The first read has not ended: what is found here may change as more comes in.")}
      />
    );
  return (
    <span className={styles.quiet}>
      {t("As of")} <AsOf instant={data.asOf} nowMs={nowMs} ago />
    </span>
  );
}
