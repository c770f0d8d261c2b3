import type { NotTaken } from "#contract/questionnaires/questionnaires.ts";

/** Rows of a file that look like questions and were not taken, each with the reason. */
export const NotTakenList = ({ notTaken }: { notTaken: readonly NotTaken[] }) => (
	<ul className="text-15">
		{notTaken.map(({ place, why }) => (
			<li key={`${place} ${why}`} className="wrap-anywhere border-line border-t py-1.5">
				<bdi className="font-mono text-13">{place}</bdi> {why}
			</li>
		))}
	</ul>
);
