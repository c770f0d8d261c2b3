import type { AnsweringView } from "./answering-view.tsx";

let loaded: typeof AnsweringView | undefined;

/** Loads the code of the screen for answering questions. Opening a link does not need it. */
export async function loadAnswering(): Promise<void> {
	loaded ??= (await import("./answering-view.tsx")).AnsweringView;
}

/** The screen, once its code is loaded: it shows at once, with nothing in between. */
export function answeringView(): typeof AnsweringView {
	if (!loaded) throw new Error("Answering was shown before its code was loaded.");
	return loaded;
}
