import type { ReactNode } from "react";
import type { AnswerSource } from "#contract/questionnaires/sources.ts";
import { SourceNote } from "./source-note.tsx";

type Props = {
	/** Untrusted text. */
	answer: string;
	source: AnswerSource;
	/** Below the answer. */
	children?: ReactNode;
};

/** An answer and its source. */
export const AnswerBlock = ({ answer, source, children }: Props) => (
	<div className="border-line-strong border-s-4 ps-3">
		<p className="wrap-anywhere max-w-[62ch] whitespace-pre-line text-15">
			<bdi>{answer}</bdi>
		</p>
		<SourceNote source={source} />
		{children}
	</div>
);
