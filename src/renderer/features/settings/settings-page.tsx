import { type ReactNode, useEffect, useRef } from "react";
import { AboutSection } from "./about-section.tsx";
import { BackupSection } from "./backup-section.tsx";
import { CertificateSection } from "./certificate-section.tsx";
import { HealthSection } from "./health-section.tsx";
import { KeySection } from "./key-section.tsx";
import { LedgerSection } from "./ledger-section.tsx";
import { LimitSection } from "./limit-section.tsx";
import { LookSection } from "./look-section.tsx";
import styles from "./settings-page.module.css";

interface Section {
  readonly id: string;
  readonly title: string;
  readonly content: () => ReactNode;
}

const SECTIONS: readonly Section[] = [
  { id: "look", title: "Look", content: () => <LookSection /> },
  { id: "keys", title: "Keyboard", content: () => <KeySection /> },
  { id: "ledgers", title: "Ledgers", content: () => <LedgerSection /> },
  { id: "certificates", title: "Certificates", content: () => <CertificateSection /> },
  { id: "limits", title: "Limits", content: () => <LimitSection /> },
  { id: "backups", title: "Data and backups", content: () => <BackupSection /> },
  { id: "health", title: "Health of the files", content: () => <HealthSection /> },
  { id: "about", title: "About", content: () => <AboutSection /> },
];

/** What holds for the whole application; the part that the address names is brought into view. */
export function SettingsPage({ section }: { readonly section: string | null }) {
  return (
    <div className={styles.page}>
      <div className={styles.inside}>
        <nav className={styles.nav} aria-label="Parts of the settings">
          <h1>Settings</h1>
          <ul>
            {SECTIONS.map(({ id, title }) => (
              <li key={id}>
                <a href={`#/settings/${id}`} {...(section === id ? { "aria-current": "true" as const } : {})}>
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.sections}>
          {SECTIONS.map((part) => (
            <Part key={part.id} part={part} here={section === part.id} />
          ))}
        </div>
      </div>
    </div>
  );
}

function Part({ part: { id, title, content }, here }: { readonly part: Section; readonly here: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!here) return;
    heading.current?.scrollIntoView({ block: "start" });
    heading.current?.focus({ preventScroll: true });
  }, [here]);
  return (
    <section className={styles.section} aria-labelledby={`settings-${id}`}>
      <h2 ref={heading} id={`settings-${id}`} tabIndex={-1} className={styles.title}>
        {title}
      </h2>
      {content()}
    </section>
  );
}
