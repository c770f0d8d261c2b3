import { useEffect, useRef, useState } from "react";
import { type AssessmentDetail, SIGNERS_LIMIT } from "#contract/assessments/assessments.ts";
import { signedText } from "#contract/assessments/signed-text.ts";
import { afterSigning } from "#contract/assessments/state.ts";
import type { Place } from "#contract/evidence/place.ts";
import { counted } from "#contract/format/count.ts";
import { progressTexts } from "#src/lib/assessments/assessment-labels.ts";
import type { ShownAssessment } from "#src/lib/assessments/assessment-shown.ts";
import type { Drafts } from "#src/lib/assessments/drafts/drafts.ts";
import { useDrafts } from "#src/lib/assessments/drafts/use-drafts.ts";
import { PlaceField } from "#src/lib/capture/input/place-field.tsx";
import { useWakeLock } from "#src/lib/device/use-wake-lock.ts";
import { sha256Of } from "#src/lib/evidence/sha256.ts";
import { RoleNote } from "#src/lib/workspace/members/role-note.tsx";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { Section } from "#src/ui/page/section.tsx";
import { TextButton } from "#src/ui/text-button.tsx";
import { assessmentPath, visitPath } from "../assessment-address.ts";
import { HashText } from "./hash-text.tsx";
import { SignerForm } from "./signer-form.tsx";
import { useSign } from "./use-sign.ts";

/** The hash of what is signed: the current answers. Null until it is computed. */
function useSignedHash({ id, template, standings }: ShownAssessment): string | null {
	const text = signedText({ assessmentId: id, template, standings });
	const [made, setMade] = useState<{ text: string; sha256: string } | null>(null);
	useEffect(() => {
		let over = false;
		const bytes = new TextEncoder().encode(text);
		void sha256Of(bytes.buffer).then((sha256) => over || setMade({ text, sha256 }));
		return () => {
			over = true;
		};
	}, [text]);
	return made?.text === text ? made.sha256 : null;
}

type Props = { read: AssessmentDetail; shown: ShownAssessment; onSigned(): void };

/** Why it cannot be signed now; null if it can. */
function whyNot({ state, differing, answered }: ShownAssessment): string | null {
	if (answered === 0) return "Nothing is answered yet, so there is nothing to sign.";
	if (differing > 0) return `${counted(differing, "question")} with two answers: pick one of them first.`;
	return afterSigning(state) === null ? "It is closed. Open it again to sign it." : null;
}

/** Takes the signatures below a summary, one person after another. */
export function SigningScreen(props: Props) {
	const { drafts, change } = useDrafts(props.read.id);
	const { read, shown } = props;
	const { can } = useScope();
	const why = whyNot(shown);
	return (
		<div className="frame pt-3 pb-16">
			<div className="max-w-[42rem]">
				<p className="wrap-anywhere text-13">
					<Link to={assessmentPath(read.id)} className="inline-flex min-h-11 items-center">
						<bdi>{read.title}</bdi>
					</Link>
				</p>
				<h1 className="font-semibold text-26 tracking-[-0.01em]">Sign</h1>
				{why !== null ? (
					<p className="mt-3 border-ink border-s-4 ps-3 text-15">
						{why}{" "}
						<Link
							to={
								shown.differing > 0
									? visitPath(read.id, shown.progress.missing.find((one) => one.why === "pick")?.question.id ?? null)
									: assessmentPath(read.id)
							}
						>
							{shown.differing > 0 ? "Show the first" : "Back"}
						</Link>
					</p>
				) : can("work") ? (
					drafts && <Signing {...props} drafts={drafts} change={change} />
				) : (
					<RoleNote permission="work" what="take signatures" />
				)}
			</div>
		</div>
	);
}

type SigningProps = Props & { drafts: Drafts; change(by: (now: Drafts) => Drafts): void };

function Signing({ read, shown, onSigned, drafts, change }: SigningProps) {
	const [place, setPlace] = useState<Place | null>(null);
	const sha256 = useSignedHash(shown);
	const list = useRef<HTMLUListElement>(null);
	useWakeLock(true);
	const { signing } = drafts;
	const isChanged = signing !== null && sha256 !== null && signing.sha256 !== sha256;
	const signers = signing && !isChanged ? signing.signers : [];
	const sign = useSign({ read, shown, sha256, signers, change });
	useEffect(() => {
		// Shows the next person that the previous one is done.
		if (signers.length > 0) list.current?.scrollIntoView({ block: "nearest" });
	}, [signers.length]);
	const open = shown.signOffs.find(({ voidedAt }) => voidedAt === null);
	return (
		<>
			<div className="mt-3 border-line-strong border-s ps-4">
				<p className="flex flex-wrap gap-x-4 text-15 tabular-nums">
					{progressTexts(shown).map((text) => (
						<span key={text}>{text}</span>
					))}
					{shown.progress.percent !== null && <span>{shown.progress.percent} % in place</span>}
				</p>
				{read.subject !== "" && (
					<p className="wrap-anywhere text-15">
						<bdi>{read.subject}</bdi>
					</p>
				)}
				{sha256 !== null && <HashText sha256={sha256} />}
				<p className="max-w-[62ch] text-13 text-quiet">
					Who signs, signs these answers. Their hash is printed on the PDF. A later change makes a new revision, and
					voids the signatures.
				</p>
			</div>
			{shown.missing > 0 && (
				<p className="mt-3 text-15">
					{counted(shown.missing, "question")} {shown.missing === 1 ? "is" : "are"} still missing. It can be signed like
					this.
				</p>
			)}
			{open && (
				<p className="wrap-anywhere mt-3 text-15">
					Already signed by <bdi>{open.signers.map(({ name }) => name).join(", ")}</bdi>. More people can sign the same
					answers.
				</p>
			)}
			{isChanged && (
				<p role="alert" className="mt-3 border-ink border-s-4 ps-3 text-15">
					An answer has changed since {signing.signers.map(({ name }) => name).join(", ")} signed. Please sign again.
				</p>
			)}
			{signers.length > 0 && (
				<ul ref={list} aria-label="Signed so far" className="mt-4 border-line border-t">
					{signers.map(({ name, role, signature }) => (
						<li
							key={signature}
							className="wrap-anywhere flex flex-wrap items-center justify-between gap-x-4 border-line border-b text-15"
						>
							<span className="min-w-0">
								<span className="font-semibold">
									<bdi>{name}</bdi>
								</span>
								, <bdi>{role}</bdi>
							</span>
							<TextButton
								disabled={sign.busy}
								aria-label={`Take off: ${name}`}
								onClick={() => void sign.takeOff(signature)}
							>
								Take off
							</TextButton>
						</li>
					))}
				</ul>
			)}
			{signers.length < SIGNERS_LIMIT && (
				<Section id="signer" heading={signers.length === 0 ? "Who signs" : "The next person"}>
					<SignerForm key={signers.length} busy={sign.busy || sha256 === null} onSigner={sign.add} />
				</Section>
			)}
			{signers.length > 0 && (
				<div className="mt-6 grid gap-3 border-line border-t pt-4">
					<PlaceField place={place} disabled={sign.busy} onPlace={setPlace} />
					<Button
						variant="primary"
						wide
						disabled={sign.busy || sha256 === null}
						onClick={async () => {
							if (await sign.finish(place)) onSigned();
						}}
					>
						{sign.busy ? "Saving…" : `Finish with ${counted(signers.length, "signature")}`}
					</Button>
				</div>
			)}
		</>
	);
}
