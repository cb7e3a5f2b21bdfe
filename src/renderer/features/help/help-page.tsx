import { Keyboard } from "lucide-react";
import type { Token } from "marked";
import { useEffect, useState } from "react";
import { t } from "../../language/t.ts";
import { setOverlay } from "../../state/window/screen-address.ts";
import { Button } from "../../ui/controls/button.tsx";
import { classes } from "../../ui/controls/classes.ts";
import { useKeyedTitle } from "../../ui/controls/kbd.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { FIRST_PAGE, readPage } from "./guide.ts";
import styles from "./help-page.module.css";
import { Markdown } from "./markdown.tsx";

/** The guide, as it is in docs/guide. */
export function HelpPage({ name }: { readonly name: string | null }) {
  const page = name ?? FIRST_PAGE;
  const keysTitle = useKeyedTitle("keys");
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
    <article data-sentence="" className={classes(styles.guide, page === FIRST_PAGE && styles.index)} aria-busy={tokens === undefined}>
      {page === FIRST_PAGE ? null : (
        <a className={styles.back} href="#/help">
          {t("All help topics")}
        </a>
      )}
      {tokens === undefined ? null : <Markdown tokens={tokens} />}
      {page === FIRST_PAGE && tokens !== undefined ? (
        <p>
          <Button
            aria-haspopup="dialog"
            title={keysTitle(t("Keyboard shortcuts"))}
            icon={<Keyboard size={14} aria-hidden />}
            onClick={() => setOverlay("keys")}
          >
            {t("Keyboard shortcuts…")}
          </Button>
        </p>
      ) : null}
    </article>
  );
}
