import { counted } from "#contract/format/count.ts";
import { CheckField } from "#src/ui/fields/check-field.tsx";

type Props = {
	/** How many confirmed answers would go. */
	lost: number;
	mayGo: boolean;
	onMayGo(mayGo: boolean): void;
};

/** Asks whether confirmed answers may go whose questions are not found any more. */
export const LoseAnswers = ({ lost, mayGo, onMayGo }: Props) => (
	<CheckField id="lose-answers" checked={mayGo} onChange={({ target }) => onMayGo(target.checked)}>
		Do it anyway: {counted(lost, "confirmed answer")} {lost === 1 ? "goes" : "go"}. The audit log keeps{" "}
		{lost === 1 ? "it" : "them"}.
	</CheckField>
);
