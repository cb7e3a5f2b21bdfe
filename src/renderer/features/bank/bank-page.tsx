import type { BankAccountRow } from "#shared/contract/close/bank.ts";
import { balanceSheetSign } from "#shared/model/books/balance-sheet-sign.ts";
import { owedWords } from "../../format/amounts/owed-words.ts";
import { formatDay } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { recordAddress } from "../../state/window/screen-address.ts";
import text from "../../styles/text.module.css";
import { Chip } from "../../ui/controls/chip.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { QueryAnswer } from "../../ui/feedback/query-answer.tsx";
import { UndoMessage } from "../../ui/feedback/undo-message.tsx";
import { Money } from "../../ui/figures/money.tsx";
import { ScreenTitle } from "../../ui/layout/screen-title.tsx";
import { OfBarPeriod } from "../../ui/periods/of-bar-period.tsx";
import styles from "./bank.module.css";
import { BankAccount } from "./bank-account.tsx";
import { stateWord } from "./bank-lines.ts";

const COMING = {
  title: t("No transactions synced yet"),
  words: t("Bank and card accounts appear here during the first sync."),
};

/** Bank reconciliation: the client's bank and card accounts, and the statement of the one that is open. */
export function BankPage({ clientId, part }: { readonly clientId: string; readonly part: string | null }) {
  return (
    <OfBarPeriod clientId={clientId} coming={COMING}>
      {(period) => <Accounts clientId={clientId} period={period} part={part} />}
    </OfBarPeriod>
  );
}

function Accounts({ clientId, period, part }: { readonly clientId: string; readonly period: string; readonly part: string | null }) {
  const query = useCoreQuery("bank.accounts", { clientId, period }, { keepPrevious: true });
  return (
    <QueryAnswer query={query} label={t("bank accounts")}>
      {(accounts) => {
        const open = accounts.find(({ accountId }) => accountId === part) ?? accounts[0];
        if (open === undefined)
          return (
            <EmptyState title={t("No bank or card accounts")}>
              <p>{t("Active bank and card accounts appear here once they're synced.")}</p>
            </EmptyState>
          );
        return (
          <div className={styles.page}>
            <nav className={styles.accounts} aria-label={t("Bank and card accounts")} data-screen-only="">
              <ScreenTitle screen="bank" />
              {accounts.map((account) => (
                <AccountLink key={account.accountId} clientId={clientId} account={account} isOpen={account === open} />
              ))}
            </nav>
            <BankAccount key={`${open.accountId} ${period}`} clientId={clientId} period={period} account={open} />
            <UndoMessage clientId={clientId} />
          </div>
        );
      }}
    </QueryAnswer>
  );
}

function AccountLink({
  clientId,
  account,
  isOpen,
}: {
  readonly clientId: string;
  readonly account: BankAccountRow;
  readonly isOpen: boolean;
}) {
  const { accountId, code, name, state, statementTo } = account;
  const { word, tone } = stateWord(account);
  return (
    <a
      className={styles.account}
      href={`#${recordAddress(clientId, "bank", accountId)}`}
      {...(isOpen ? { "aria-current": "page" as const } : {})}
    >
      <span className={styles.accountName}>
        {code === null ? null : <span className={styles.code}>{code} </span>}
        {name}
      </span>
      <span data-mixed="">
        <span className={text.muted}>{t("Books")}</span> <Balance account={account} />
      </span>
      <span className={styles.accountState}>
        {/* How many lines are matched, its own heading says. */}
        <Chip quiet tone={tone} word={word} />
        {state === "statement_ends_early" && statementTo !== null ? (
          <span className={text.mutedSmall}>{formatDay(statementTo)}</span>
        ) : null}
      </span>
    </a>
  );
}

/** Per books. Among accounts that hold money, what is owed on a card says so. */
function Balance({ account }: { readonly account: BankAccountRow }) {
  const { books, currency, isLiability } = account;
  if (!isLiability) return <Money amount={books} currency={currency} showCurrency />;
  const { amount, word } = owedWords(balanceSheetSign(books, account));
  return (
    <>
      <Money amount={amount} currency={currency} showCurrency />
      {word === null ? null : <span className={text.muted}> {word}</span>}
    </>
  );
}
