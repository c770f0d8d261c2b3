import type { WorkScope } from "../scope.ts";

/** `other_workspace`: the account is no longer a member. `client_unknown`: the client is gone or not accessible to the account. */
export type ScopeLoss = { code: "other_workspace" | "client_unknown"; scope: WorkScope };

type Listener = (loss: ScopeLoss) => void;

const listeners = new Set<Listener>();

/** Notifies listeners if this refusal means that the scope of a request is no longer the account's. */
export function noteScopeLoss(code: string, scope: WorkScope): void {
	if (code !== "other_workspace" && code !== "client_unknown") return;
	for (const listener of listeners) listener({ code, scope });
}

export function subscribeScopeLoss(listener: Listener): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}
