import type { Grade } from "#contract/findings/findings.ts";
import { Bob } from "#src/ui/page/bob.tsx";

const LETTERS: readonly Grade[] = ["A", "B", "C", "D", "F"];

/** The grades in a row, with the plumb line over the right one. Decorative: the text beside it states the letter. */
export function GradeScale({ grade }: { grade: Grade }) {
	return (
		<ol aria-hidden="true" className="grid grid-cols-5 border-ink border-t">
			{LETTERS.map((letter) => (
				<li key={letter} className="relative flex h-22 flex-col items-center justify-end text-15">
					{letter === grade && (
						<span className="settle absolute top-0 flex h-14 flex-col items-center">
							<span className="w-0 grow border-line-strong border-s" />
							<Bob className="w-3" />
						</span>
					)}
					<span className="mb-2 h-1.5 w-0 border-line-strong border-s" />
					<span className={letter === grade ? "font-semibold text-ink" : "text-quiet"}>{letter}</span>
				</li>
			))}
		</ol>
	);
}
