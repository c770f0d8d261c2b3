import selfAssessment from "virtual:self-assessment";
import { useState } from "react";
import { dayText } from "#contract/format/time.ts";
import { site } from "#src/config/site.ts";
import { Button } from "#src/ui/button.tsx";
import type { SelfAnswers } from "./assessment.ts";
import { AssessmentResult } from "./assessment-result.tsx";
import { KeepAnswers } from "./keep-answers.tsx";
import { QuestionField } from "./question-field.tsx";
import { useAnswers } from "./use-answers.ts";

export const meta = {
	title: `Data-protection self-assessment | ${site.name}`,
	description:
		"Twenty-three questions under the Nigeria Data Protection Act 2023 and GAID 2025. Your answers stay on this device.",
	indexable: false,
} as const;

const { asOf, sections } = selfAssessment;

const firstNumbers = sections.map((_, index) =>
	sections.slice(0, index).reduce((count, { questions }) => count + questions.length, 1),
);

/** Our own questionnaire, shown in the frame of /ndpr unless the operator configured another one. Works offline. */
export default function AssessmentPage() {
	const { answers, keeping, answer, replace } = useAnswers();
	const [cleared, setCleared] = useState<SelfAnswers | null>(null);
	const clear = () => {
		setCleared(answers);
		replace({});
	};
	const undo = () => {
		if (cleared) replace(cleared);
		setCleared(null);
	};
	const hasAnswers = Object.keys(answers).length > 0;
	return (
		<div className="mx-auto max-w-[52rem] px-5 pt-8 pb-24 md:px-10 md:pt-12">
			<h1 className="font-semibold font-serif text-34 tracking-[-0.015em]">Data-protection self-assessment</h1>
			<div className="mt-4 grid max-w-[62ch] gap-3 text-17">
				<p>
					Under the Nigeria Data Protection Act 2023 (NDPA) and its directive GAID 2025. They have replaced the Nigeria
					Data Protection Regulation (NDPR) of 2019, which ceased to apply on September 19, 2025; many people still use
					its name.
				</p>
				<p>
					Your answers stay on this device and are sent nowhere. The form works offline, and you can print this page for
					a copy.
				</p>
				<p className="text-15 text-quiet">
					In our own words, as of <time dateTime={asOf}>{dayText(asOf)}</time>. Not legal advice: the Act and the
					directive decide, and filing goes through a licensed compliance organization.
				</p>
			</div>
			{keeping === "not-kept" && (
				<p role="alert" className="mt-6 border-ink border-s-4 ps-4 text-17">
					This browser cannot save your answers, perhaps because the window is private or its storage is full. They are
					lost when you close it; print the page to keep them.
				</p>
			)}
			{sections.map(({ id, title, questions }, section) => (
				<section key={id} aria-labelledby={`part-${id}`} className="mt-12">
					<h2 id={`part-${id}`} className="mb-4 font-semibold text-20">
						{title}
					</h2>
					{questions.map((question, index) => (
						<QuestionField
							key={question.id}
							question={question}
							number={(firstNumbers[section] ?? 1) + index}
							answer={answers[question.id] ?? {}}
							onAnswer={(change) => answer(question.id, change)}
						/>
					))}
				</section>
			))}
			<div className="mt-12">
				<AssessmentResult answers={answers} />
			</div>
			<p className="mt-8 flex flex-wrap gap-3 print:hidden">
				<Button variant="primary" onClick={() => print()} disabled={!hasAnswers}>
					Print or save as PDF
				</Button>
				{cleared ? (
					<Button variant="secondary" onClick={undo}>
						Undo clearing
					</Button>
				) : (
					<Button variant="secondary" onClick={clear} disabled={!hasAnswers}>
						Clear all answers
					</Button>
				)}
			</p>
			<KeepAnswers answers={answers} disabled={!hasAnswers} />
		</div>
	);
}
