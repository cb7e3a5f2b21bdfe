import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { t } from "../../language/t.ts";
import { Button } from "./button.tsx";

/** Copies text and says that it did, until the pointer or the focus leaves. */
export function CopyButton({ text, label = t("Copy") }: { readonly text: string; readonly label?: string }) {
  const [outcome, setOutcome] = useState<"copied" | "refused" | null>(null);
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setOutcome("copied"),
      () => setOutcome("refused"),
    );
  };
  const words = { copied: t("Copied"), refused: t("Not copied. Select the text and copy it") };
  return (
    <Button
      kind="quiet"
      icon={outcome === "copied" ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      onClick={copy}
      onBlur={() => setOutcome(null)}
      onPointerLeave={() => setOutcome(null)}
    >
      {outcome === null ? label : words[outcome]}
    </Button>
  );
}
