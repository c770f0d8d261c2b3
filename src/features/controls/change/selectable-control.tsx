import type { KeyboardEvent } from "react";
import { CONTROL_STATES, type ControlState, type ControlSummary } from "#contract/controls/controls.ts";
import { ControlRow } from "#src/lib/controls/control-row.tsx";
import { controlChangeText } from "#src/lib/controls/control-words.ts";
import { WordNote } from "#src/lib/words/word-note.tsx";
import { pendingWord } from "#src/lib/words/words.ts";
import type { Entry } from "#src/requests/entry.ts";
import { listAction, shortcutOf, takesLetters } from "#src/ui/list/list-keys.ts";
import { RowCheckbox } from "#src/ui/list/row-checkbox.tsx";
import { OWNER_KEY, STATE_KEYS } from "./bulk-change.ts";

type Props = {
	control: ControlSummary;
	/** 0 until the page knows the time. */
	now: number;
	words: readonly Entry[];
	isChosen: boolean;
	onChoose(isChosen: boolean): void;
	onMove(state: ControlState): void;
	onAssign(): void;
};

/** A control that can be selected and changed. Its keys act while the focus is in it. */
export function SelectableControl({ control, now, words, isChosen, onChoose, onMove, onAssign }: Props) {
	const about = `${control.code} ${control.title}`;
	const pending = pendingWord(words, "control-change", ({ controlId }) => controlId === control.id);
	const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
		const isTyping = takesLetters(event.target);
		const letter = shortcutOf(event, isTyping);
		const state = CONTROL_STATES.find((one) => STATE_KEYS[one] === letter);
		const isSelect = listAction(event, isTyping) === "select";
		if (!state && !isSelect && letter !== OWNER_KEY) return;
		event.preventDefault();
		event.stopPropagation();
		if (isSelect) onChoose(!isChosen);
		else if (state) onMove(state);
		else onAssign();
	};
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: its keys are shortcuts to what the list offers as controls.
		<div data-row={control.id} onKeyDown={onKeyDown}>
			<div className="flex">
				<div className="border-line border-b pt-1">
					<RowCheckbox about={about} checked={isChosen} onChoose={onChoose} />
				</div>
				<div className="min-w-0 grow">
					<ControlRow control={control} now={now} />
				</div>
			</div>
			{pending && (
				<div className="py-2">
					<WordNote entry={pending.entry} said={controlChangeText(pending)} about={about} />
				</div>
			)}
		</div>
	);
}
