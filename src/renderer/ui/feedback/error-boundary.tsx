import { RotateCw } from "lucide-react";
import { Component, type ErrorInfo, type ReactNode } from "react";
import { t } from "../../language/t.ts";
import layout from "../../styles/layout.module.css";
import { Button } from "../controls/button.tsx";
import { StateNote } from "./state-note.tsx";
import { TechnicalDetails } from "./technical-details.tsx";

interface BoundaryProps {
  /** What is shown; when it changes, what broke before is forgotten. */
  readonly of: string;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly error: Error | null;
  readonly of: string;
}

/**
 * Says that a part of the window broke, in its place, instead of leaving the window blank. It never catches what a person can cause:
 * those failures are values.
 */
export class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: null, of: this.props.of };

  static getDerivedStateFromError(thrown: unknown): Pick<BoundaryState, "error"> {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) };
  }

  static getDerivedStateFromProps({ of }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return of === state.of ? null : { error: null, of };
  }

  override componentDidCatch(_error: Error, _info: ErrorInfo): void {
    // The dialog that had the focus is no longer there; the page's keys need it somewhere.
    document.querySelector<HTMLElement>("[data-broken]")?.focus();
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error === null ? this.props.children : <Broken error={error} onAgain={() => this.setState({ error: null })} />;
  }
}

function Broken({ error, onAgain }: { readonly error: Error; readonly onAgain: () => void }) {
  return (
    <div tabIndex={-1} data-broken="">
      <StateNote state="error" page title={t("Something went wrong on this screen")}>
        <p>{t("Everything that was saved is safe. Try again, or reload the window.")}</p>
        <div className={layout.wrappingLine}>
          <Button kind="primary" icon={<RotateCw size={14} aria-hidden />} onClick={onAgain}>
            {t("Try again")}
          </Button>
          <Button onClick={() => window.location.reload()}>{t("Reload the window")}</Button>
        </div>
        <TechnicalDetails>
          <pre>{error.stack ?? error.message}</pre>
        </TechnicalDetails>
      </StateNote>
    </div>
  );
}
