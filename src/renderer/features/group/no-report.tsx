import type { EntityTreeVersion } from "#shared/model/entity-tree.ts";
import type { CallFailure } from "../../api/call-failure.ts";
import { ButtonLink } from "../../components/button.tsx";
import { EmptyNote } from "../../components/empty-note.tsx";
import { FailureNote } from "../../components/failure-note.tsx";
import { withDays } from "../../format/date.ts";
import { t } from "../../language/t.ts";
import styles from "./group.module.css";
import { groupAddress } from "./group-words.ts";

/** Why a group can not be added up; a rate that is missing is entered a step away. */
export function NoReport({ tree, failure }: { readonly tree: EntityTreeVersion; readonly failure: CallFailure }) {
  const { field, message, next } = failure.failure;
  if (field === "rate")
    return (
      <EmptyNote title={t("A rate is missing")}>
        <p>{withDays(message)}</p>
        <p>
          {t(
            "No rate is taken from its inverse, from another day or through a third currency. Nothing is shown before every rate is known.",
          )}
        </p>
        <p>
          <ButtonLink kind="primary" href={`#${groupAddress(tree.treeId, "rates")}`}>
            {t("Enter the rates")}
          </ButtonLink>
        </p>
      </EmptyNote>
    );
  return (
    <div className={styles.note}>
      <FailureNote failure={{ ...failure.failure, message: withDays(message), ...(next === undefined ? {} : { next: withDays(next) }) }}>
        <p>
          <a href={`#${groupAddress(tree.treeId, "tree")}`}>{t("To the entity tree")}</a>
        </p>
      </FailureNote>
    </div>
  );
}
