import type { Token } from "marked";
import { useEffect, useState } from "react";
import { t } from "../../language/t.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { FIRST_PAGE, readPage } from "./guide.ts";
import styles from "./help-page.module.css";
import { Markdown } from "./markdown.tsx";

/** The guide, as it is in docs/guide. */
export function HelpPage({ name }: { readonly name: string | null }) {
  const page = name ?? FIRST_PAGE;
  const [tokens, setTokens] = useState<readonly Token[] | null | undefined>(undefined);
  useEffect(() => {
    let current = true;
    readPage(page).then(
      (read) => {
        if (current) setTokens(read);
      },
      () => {
        if (current) setTokens(null);
      },
    );
    return () => {
      current = false;
    };
  }, [page]);
  if (tokens === null)
    return (
      <EmptyState page title={t("Help page not found")}>
        <a href="#/help">{t("Go to the guide")}</a>
      </EmptyState>
    );
  return (
    <article className={styles.guide} aria-busy={tokens === undefined}>
      {page === FIRST_PAGE ? null : (
        <a className={styles.back} href="#/help">
          {t("All help topics")}
        </a>
      )}
      {tokens === undefined ? null : <Markdown tokens={tokens} />}
    </article>
  );
}
