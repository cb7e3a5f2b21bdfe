import { type ReactNode, useEffect, useRef } from "react";
import { t } from "../../language/t.ts";
import { SETTING_ACTS } from "../../state/core/firm-acts.ts";
import { useMayAs } from "../../state/window/current-role.ts";
import layout from "../../styles/layout.module.css";
import text from "../../styles/text.module.css";
import { classes } from "../../ui/controls/classes.ts";
import { UndoMessage } from "../../ui/feedback/undo-message.tsx";
import { AboutSection } from "./about-section.tsx";
import { FirmActivity } from "./activity-section.tsx";
import { LookSection } from "./appearance-section.tsx";
import { BackupSection } from "./backup-section.tsx";
import { CertificateSection } from "./certificate-section.tsx";
import { ClosePolicySection } from "./close-policy-section.tsx";
import { FirmSection } from "./firm-section.tsx";
import { FirmServer } from "./firm-server.tsx";
import { HealthSection } from "./health-section.tsx";
import { LedgerSection } from "./ledger-section.tsx";
import { LimitSection } from "./limit-section.tsx";
import { PeopleSection } from "./people-section.tsx";
import { ProgramsSection } from "./programs-section.tsx";
import { ReviewSection } from "./review/review-section.tsx";
import styles from "./settings-page.module.css";
import { KeySection } from "./shortcuts-section.tsx";

interface Section {
  readonly id: string;
  readonly title: string;
  readonly content: () => ReactNode;
  /** Whose changes are saved without a button. */
  readonly savesItself?: "everyone" | "admin";
  /** It has a table of fields, which are wider where there is room. */
  readonly wide?: boolean;
}

const SECTIONS: readonly Section[] = [
  { id: "look", title: t("Appearance"), content: () => <LookSection />, savesItself: "everyone" },
  { id: "keys", title: t("Keyboard"), content: () => <KeySection />, savesItself: "everyone" },
  {
    id: "firm",
    title: t("Firm"),
    savesItself: "admin",
    content: () => (
      <>
        <FirmSection />
        <FirmServer />
      </>
    ),
  },
  { id: "activity", title: t("Activity"), content: () => <FirmActivity /> },
  { id: "people", title: t("People"), content: () => <PeopleSection />, savesItself: "admin", wide: true },
  { id: "close", title: t("Close policy"), content: () => <ClosePolicySection />, savesItself: "admin" },
  { id: "programs", title: t("Apps and AI assistants"), content: () => <ProgramsSection />, savesItself: "admin" },
  { id: "reviews", title: t("Review bundles"), content: () => <ReviewSection /> },
  { id: "ledgers", title: t("Ledgers"), content: () => <LedgerSection /> },
  { id: "certificates", title: t("Certificates"), content: () => <CertificateSection /> },
  { id: "limits", title: t("Ledger limits"), content: () => <LimitSection /> },
  { id: "backups", title: t("Data and backups"), content: () => <BackupSection /> },
  { id: "health", title: t("Storage health"), content: () => <HealthSection /> },
  { id: "about", title: t("About"), content: () => <AboutSection /> },
];

/** What holds for the whole application, a part at a time; the address names which. */
export function SettingsPage({ section }: { readonly section: string | null }) {
  const open = SECTIONS.find(({ id }) => id === section) ?? SECTIONS[0];
  return (
    <div className={styles.page}>
      <div className={styles.inside}>
        <nav className={styles.nav} aria-label={t("Settings sections")}>
          <h1>{t("Settings")}</h1>
          <ul>
            {SECTIONS.map(({ id, title }) => (
              <li key={id}>
                <a href={`#/settings/${id}`} {...(open?.id === id ? { "aria-current": "page" as const } : {})}>
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {open === undefined ? null : <Part key={open.id} part={open} focus={section !== null} />}
      </div>
    </div>
  );
}

/** `focus`: a person chose this part, so that the keys and a reader go on in it. */
function Part({ part: { id, title, content, savesItself, wide = false }, focus }: { readonly part: Section; readonly focus: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isAdmin = useMayAs("admin");
  useEffect(() => {
    if (focus) heading.current?.focus();
  }, [focus]);
  return (
    <section className={classes(layout.section, wide && styles.wide)} aria-labelledby={`settings-${id}`}>
      <div className={styles.head}>
        <h2 ref={heading} id={`settings-${id}`} tabIndex={-1} className={styles.title}>
          {title}
        </h2>
        {savesItself === "everyone" || (savesItself === "admin" && isAdmin) ? (
          <span className={text.mutedSmall}>{t("Changes are saved automatically")}</span>
        ) : null}
      </div>
      {content()}
      <UndoMessage clientId={SETTING_ACTS} />
    </section>
  );
}
