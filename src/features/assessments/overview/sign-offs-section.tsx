import type { AssessmentDetail } from "#contract/assessments/assessments.ts";
import { placeText } from "#contract/evidence/place-text.ts";
import { timeText } from "#contract/format/time.ts";
import { Section } from "#src/ui/page/section.tsx";
import { HashText } from "../signing/hash-text.tsx";

type Props = { signOffs: AssessmentDetail["signOffs"] };

/** Who has signed what, newest first. Signatures that a change has voided stay in the list. */
export function SignOffsSection({ signOffs }: Props) {
	if (signOffs.length === 0) return null;
	return (
		<Section id="signatures" heading="Signatures">
			<ul className="grid gap-4">
				{signOffs.map(({ id, revision, sha256, signers, place, saidAt, voidedAt }) => (
					<li key={id} className="wrap-anywhere border-line-strong border-s-4 ps-3 text-15">
						<ul>
							{signers.map(({ name, role, signature }) => (
								<li key={signature} className={voidedAt === null ? "font-semibold" : "text-quiet line-through"}>
									<bdi>{name}</bdi>, <bdi>{role}</bdi>
								</li>
							))}
						</ul>
						<p className="text-13 text-quiet tabular-nums">
							Revision {revision}, {timeText(saidAt)}
							{place && `, ${placeText(place)}`}
						</p>
						{voidedAt !== null && (
							<p className="font-medium">Void since {timeText(voidedAt)}: an answer was changed after it.</p>
						)}
						<HashText sha256={sha256} />
					</li>
				))}
			</ul>
		</Section>
	);
}
