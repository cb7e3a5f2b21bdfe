import { useEffect, useRef, useState } from "react";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { ActToDo } from "./undo.ts";

export type Told = Required<Pick<ActToDo<unknown>, "onDone" | "onRefused">>;

/**
 * A dialog that closes once its act is done. A refusal is shown in it and keeps what was typed;
 * after it was closed meanwhile, the refusal is told where acts are reported.
 */
export function useDialogActs(onClose: () => void): { readonly refused: Failure | null; readonly told: () => Told } {
  const [refused, setRefused] = useState<Failure | null>(null);
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const told = (): Told => {
    setRefused(null);
    return {
      onDone: () => (isOpen.current ? onClose() : undefined),
      onRefused: (failure) => {
        if (isOpen.current) setRefused(failure);
        return isOpen.current;
      },
    };
  };
  return { refused, told };
}
