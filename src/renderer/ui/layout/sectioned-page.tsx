import { type ReactNode, useEffect, useRef } from "react";
import { t } from "../../language/t.ts";
import { useClientSync } from "../../state/core/live-sync.ts";
import { useLastAct } from "../../state/core/undo.ts";
import type { ClientScreen } from "../../state/window/screen-address.ts";
import layout from "../../styles/layout.module.css";
import tabs from "../../styles/tabs.module.css";
import { Chip } from "../controls/chip.tsx";
import { UndoMessage } from "../feedback/undo-message.tsx";
import { ScreenTitle } from "./screen-title.tsx";
import { ScrollSection } from "./scroll-area.tsx";
import styles from "./sectioned-page.module.css";

interface SectionedPageProps<Name extends string> {
  readonly clientId: string;
  /** Names the page. */
  readonly screen: ClientScreen;
  /** What the sections are sections of: "the checks". */
  readonly label: string;
  readonly sections: readonly Name[];
  readonly section: Name;
  readonly words: Readonly<Record<Name, string>>;
  readonly addressOf: (section: Name) => string;
  /** What every section offers, at the end of their bar. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A client's page of several sections, each with an address; every action in it can be undone. */
export function SectionedPage<Name extends string>(props: SectionedPageProps<Name>) {
  const { clientId, section, words } = props;
  const content = useRef<HTMLDivElement>(null);
  const act = useLastAct();
  useEffect(() => {
    // The button that was pressed went away with what it was about: the keys go on from the list.
    if (act.clientId === clientId && document.activeElement === document.body) content.current?.focus();
  }, [act, clientId]);
  return (
    <div className={layout.column}>
      <div className={styles.sections}>
        <ScreenTitle screen={props.screen} />
        <nav className={tabs.tabs} aria-label={t("Sections of {label}", { label: props.label })}>
          {props.sections.map((name) => (
            <a
              key={name}
              className={tabs.tab}
              href={`#${props.addressOf(name)}`}
              {...(name === section ? { "aria-current": "page" as const } : {})}
            >
              {words[name]}
            </a>
          ))}
        </nav>
        <span className={styles.aside}>
          <IncompleteMark clientId={clientId} />
          {props.aside}
        </span>
      </div>
      <ScrollSection ref={content} className={styles.content} aria-label={words[section]}>
        {props.children}
      </ScrollSection>
      <UndoMessage key={section} clientId={clientId} />
    </div>
  );
}

/** The bar above every screen says as of when; here only results that may still change are marked. */
function IncompleteMark({ clientId }: { readonly clientId: string }) {
  const { data } = useClientSync(clientId);
  // Before the first sync there is nothing that could be incomplete.
  if (data === undefined || data.asOf !== null || data.state === "never_synced") return null;
  return <Chip tone="warning" word={t("Incomplete")} title={t("Some data hasn't been synced yet, so results may change.")} />;
}
