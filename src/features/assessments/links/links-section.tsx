import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AssessmentDetail } from "#contract/assessments/assessments.ts";
import { AccountData } from "#src/lib/data/account-data.tsx";
import { useOnline } from "#src/lib/device/use-online.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { Section } from "#src/ui/page/section.tsx";
import { AskDialog } from "./ask-dialog.tsx";
import { respondentsQuery } from "./links-api.ts";
import { RespondentRow } from "./respondent-row.tsx";

type Props = { assessment: Pick<AssessmentDetail, "id" | "title" | "template" | "state"> };

/** Who was sent a link to answer an assessment, and how far they got. */
export function LinksSection({ assessment }: Props) {
	const { scope, can } = useScope();
	const online = useOnline();
	const [asking, setAsking] = useState(false);
	const reading = useQuery(respondentsQuery(assessment.id, scope));
	const canAsk = can("arrange") && assessment.state !== "closed";
	return (
		<Section id="links" heading="Asked through a link">
			<div className="max-w-[46rem]">
				<AccountData what="the links" reading={reading}>
					{({ respondents }) =>
						respondents.length === 0 ? (
							<p className="text-15 text-quiet">
								No one yet. A supplier or a client can answer sections without an account, on a phone.
							</p>
						) : (
							<ul aria-label="Asked through a link">
								{respondents.map((respondent) => (
									<RespondentRow key={respondent.id} assessment={assessment} respondent={respondent} />
								))}
							</ul>
						)
					}
				</AccountData>
				{canAsk && (
					<div className="mt-3 print:hidden">
						<Button variant="secondary" dense aria-haspopup="dialog" disabled={!online} onClick={() => setAsking(true)}>
							Ask through a link…
						</Button>
						{!online && <p className="mt-2 text-13 text-quiet">A link is made by the server. It needs a connection.</p>}
					</div>
				)}
			</div>
			{asking && <AskDialog assessment={assessment} onClose={() => setAsking(false)} />}
		</Section>
	);
}
