import { counted } from "#contract/format/count.ts";
import type { Proposal } from "#contract/questionnaires/questionnaires.ts";
import { TextButton } from "#src/ui/text-button.tsx";
import { AnswerBlock } from "./answer-block.tsx";

type Props = {
	near: readonly Proposal[];
	/** The question, for people who hear only the button. */
	about: string;
	/** Left out for those who may only read. */
	onUse?: ((proposal: Proposal) => void) | undefined;
};

/** Answers that nearly match a question, but not closely enough to be proposed. */
export const CloseAnswers = ({ near, about, onUse }: Props) => (
	<details>
		<summary className="inline-flex min-h-11 cursor-pointer items-center text-15 text-accent underline underline-offset-4">
			{counted(near.length, "closest answer")}
		</summary>
		<ul className="grid gap-4 pt-1">
			{near.map((proposal) => (
				<li key={proposal.id}>
					<p className="wrap-anywhere mb-1 max-w-[62ch] text-15 text-quiet">
						<bdi>{proposal.question}</bdi>
					</p>
					<AnswerBlock answer={proposal.answer} source={proposal.source}>
						{onUse && (
							<TextButton aria-label={`Use this answer for: ${about}`} onClick={() => onUse(proposal)}>
								Use this answer
							</TextButton>
						)}
					</AnswerBlock>
				</li>
			))}
		</ul>
	</details>
);
