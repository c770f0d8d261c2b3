import { type ReactNode, useState } from "react";
import type { EntryId } from "#contract/ids.ts";
import { shownOutbox } from "#src/lib/sealing/shown-outbox.ts";
import { hangingOn } from "#src/outbox/order/hanging.ts";
import { ConfirmDialog } from "#src/ui/dialogs/confirm-dialog.tsx";
import { kindsText } from "./kinds-text.ts";

type Question = {
	ids: readonly EntryId[];
	about: string;
	belonging: string;
	isOne: boolean;
	go(belonging: string): void;
};

const TEXTS = {
	Discard: { yes: "Discard all", title: (what: string) => `Discard ${what}?` },
	"Take back": { yes: "Take back all", title: (what: string) => `Take ${what} back?` },
};

function belongsText({ ids, belonging, isOne }: Question): string {
	const them = ids.length === 1 ? "it" : "them";
	return isOne
		? `${belonging} belongs to ${them} and goes with ${them}.`
		: `${belonging} belong to ${them} and go with ${them}.`;
}

/**
 * Asks before a discard that takes more along than was chosen. Render `dialog` in the screen. `go` gets what goes along, as in `44 answers
 * and 6 photos`; it is called at once, with an empty text, if nothing does.
 */
export function useDiscardQuestion(verb: keyof typeof TEXTS): {
	ask(ids: readonly EntryId[], about: string, go: (belonging: string) => void): Promise<void>;
	dialog: ReactNode;
} {
	const [question, setQuestion] = useState<Question | null>(null);
	const { yes, title } = TEXTS[verb];
	return {
		async ask(ids, about, go) {
			const { entries } = await shownOutbox().contents();
			const { text: belonging, isOne } = kindsText(hangingOn(ids, entries));
			if (belonging === "") go("");
			else setQuestion({ ids, about, belonging, isOne, go });
		},
		dialog: question && (
			<ConfirmDialog
				title={title(question.ids.length === 1 ? "it" : "them")}
				subtitle={question.about}
				labels={{ yes, no: "Keep" }}
				onYes={() => question.go(question.belonging)}
				onClose={() => setQuestion(null)}
			>
				{belongsText(question)} You can undo this right afterward.
			</ConfirmDialog>
		),
	};
}
