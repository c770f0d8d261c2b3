import type { RespondOffer } from "#contract/assessments/respond.ts";
import type { RespondentId } from "#contract/assessments/respondents.ts";
import { counted } from "#contract/format/count.ts";
import { dayText } from "#contract/format/time.ts";
import { askedText } from "../asked-text.ts";
import { CodeForm } from "./code-form.tsx";

type Props = {
	token: string;
	offer: RespondOffer;
	onConfirmed(respondentId: RespondentId): Promise<void>;
	onGone(why: string): void;
};

/** Who asks, what it is about, which sections, and until when. Nothing more, before a code from the mailbox. */
export function OfferView({ token, offer, onConfirmed, onGone }: Props) {
	const { workspace, questions, sections, endsOn, email } = offer;
	return (
		<>
			<p className="wrap-anywhere">
				{askedText(offer)} you to answer questions ({questions}).
			</p>
			<div className="w-full">
				<h2 className="font-semibold text-17">What is asked</h2>
				<ul className="mt-2 border-line border-t">
					{sections.map(({ id, title, questions }) => (
						<li
							key={id}
							className="wrap-anywhere flex flex-wrap justify-between gap-x-4 border-line border-b py-2 text-15"
						>
							<span>{title}</span>
							<span className="text-quiet">up to {counted(questions, "question")}</span>
						</li>
					))}
				</ul>
				<p className="mt-3 text-15 text-quiet">
					You can answer until {dayText(endsOn)} (UTC), section by section. Answers are kept on this device while you
					have no signal. {workspace} sees a section once you send it.
				</p>
			</div>
			<CodeForm token={token} email={email} onConfirmed={onConfirmed} onGone={onGone} />
		</>
	);
}
