import { useState } from "react";
import type { OperationOutput } from "#main/operations/collection.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { useNothingToPrint } from "../../../state/window/nothing-to-print.ts";
import { Button, ButtonLink } from "../../../ui/controls/button.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { QueryAnswer } from "../../../ui/feedback/query-answer.tsx";
import { ScrollSection } from "../../../ui/layout/scroll-area.tsx";
import styles from "../group.module.css";
import { newTree } from "./tree-draft.ts";
import { TreeEditor } from "./tree-editor.tsx";

type Candidate = OperationOutput<"groups.candidates">["candidates"][number];

/** A tree that is not saved yet: an empty one, or one that something in the ledgers speaks for. */
export function NewTree({ from }: { readonly from: "new" | "suggested" }) {
  useNothingToPrint(true);
  return (
    <>
      <div className={styles.head}>
        <h1>
          <a href="#/group">{t("Groups")}</a>
        </h1>
        <h2>{from === "new" ? t("New group") : t("Suggested group")}</h2>
        <span className={styles.quiet}>{t("Not saved yet")}</span>
      </div>
      {from === "new" ? <Empty /> : <Suggested />}
    </>
  );
}

/** An empty tree in the currency that most clients keep their books in. */
function Empty() {
  const suggestion = useCoreQuery("groups.suggest", {});
  return (
    <QueryAnswer query={suggestion} label={t("clients")}>
      {({ tree }) => <TreeEditor start={newTree(tree.presentation.currency)} version={null} fresh />}
    </QueryAnswer>
  );
}

function Suggested() {
  const query = useCoreQuery("groups.candidates", {});
  const [chosen, setChosen] = useState<Candidate | null>(null);
  if (chosen !== null) return <TreeEditor start={chosen.tree} version={null} fresh notes={[...chosen.evidence, ...chosen.notes]} />;
  return (
    <QueryAnswer query={query} label={t("ledgers")}>
      {({ candidates }) =>
        candidates.length === 0 ? (
          <EmptyState title={t("No groups to suggest")}>
            <p>
              {t(
                "Tieout suggests a group if a client has several companies in its ledger, or is a customer or vendor of another client. None of the clients with a connected ledger qualifies.",
              )}
            </p>
            <p>
              <ButtonLink href="#/group/new">{t("New group")}</ButtonLink>
            </p>
          </EmptyState>
        ) : (
          <Candidates candidates={candidates} onChoose={setChosen} />
        )
      }
    </QueryAnswer>
  );
}

interface CandidatesProps {
  readonly candidates: readonly Candidate[];
  readonly onChoose: (candidate: Candidate) => void;
}

/** Each group with what speaks for it; clients that nothing connects are in none. */
function Candidates({ candidates, onChoose }: CandidatesProps) {
  return (
    <ScrollSection className={styles.content} aria-label={t("Suggested groups")}>
      <p className={styles.quiet}>
        {t("Tieout suggests a group only where the ledgers show evidence of one. Clients without a ledger connection aren't considered.")}
      </p>
      <ul>
        {candidates.map((candidate) => (
          <li key={candidate.tree.name} className={styles.candidate}>
            <h3>{candidate.tree.name}</h3>
            <p className={styles.quiet}>
              {t("{nodes, plural, one {# entity} other {# entities}}", {
                nodes: candidate.tree.nodes.filter(({ clientId }) => clientId !== undefined).length,
              })}
            </p>
            <ul>
              {candidate.evidence.map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
            <p>
              <Button aria-label={t("Use this group: {name}", { name: candidate.tree.name })} onClick={() => onChoose(candidate)}>
                {t("Use this group")}
              </Button>
            </p>
          </li>
        ))}
      </ul>
    </ScrollSection>
  );
}
