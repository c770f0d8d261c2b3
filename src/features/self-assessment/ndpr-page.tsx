import { useCallback, useEffect, useState } from "react";
import { Link } from "react-router-dom";
import { API_PATHS } from "#contract/routes.ts";
import { type Questionnaire, questionnaire } from "#contract/site/questionnaire.ts";
import { site } from "#src/config/site.ts";
import { callApi } from "#src/lib/data/api.ts";
import { Button } from "#src/ui/button.tsx";
import { Bob } from "#src/ui/page/bob.tsx";
import { ProviderFrame } from "./provider-frame.tsx";

export const meta = {
	title: `Data-protection assessment (NDPR, NDPA) | ${site.name}`,
	description:
		"Assess how you stand under the Nigeria Data Protection Act 2023 and GAID 2025, which have replaced the NDPR.",
} as const;

/** What the frame shows. We ask before opening a provider's form: that tells the provider who is there. */
type Frame = { show: "own"; because: string | null } | { show: "ask" | "provider"; script: string; form: string };

const OWN: Frame = { show: "own", because: null };
const FAILED: Frame = { show: "own", because: "The other form could not be loaded, so here is ours." };

function frameFor({ script, form }: Questionnaire): Frame {
	return script && form ? { show: "ask", script, form } : OWN;
}

/** The whole window is one frame with a data-protection questionnaire: the provider's that the operator chose, or else our own. */
export default function NdprPage() {
	const [frame, setFrame] = useState<Frame>(OWN);

	useEffect(() => {
		const over = new AbortController();
		callApi(API_PATHS.questionnaire, { answer: questionnaire, signal: over.signal }).then(
			(answer) => setFrame(frameFor(answer)),
			// If there is no response, the provider is out of reach too, so ours stays.
			() => undefined,
		);
		return () => over.abort();
	}, []);

	const showOwn = () => setFrame(OWN);
	const showFailed = useCallback(() => setFrame(FAILED), []);
	return (
		<div className="grid h-dvh grid-rows-[auto_minmax(0,1fr)] overflow-hidden">
			<div className="flex min-h-13 items-center justify-between gap-4 border-line border-b ps-[max(1rem,env(safe-area-inset-left))] pe-[max(1rem,env(safe-area-inset-right))] pt-[env(safe-area-inset-top)]">
				<Link to="/" className="inline-flex min-h-11 items-center gap-2 text-15">
					<Bob className="h-5 w-3 flex-none" />
					{site.name}
				</Link>
				<h1 className="truncate text-15 font-semibold">Data-protection assessment</h1>
			</div>
			{frame.show === "own" && (
				<div className="grid min-h-0 grid-rows-[auto_minmax(0,1fr)]">
					<p role="status" className="px-4 text-15 not-empty:border-line not-empty:border-b not-empty:py-2">
						{frame.because}
					</p>
					<iframe
						title="Data-protection self-assessment"
						src="/ndpr/assessment"
						className="size-full border-0 bg-paper"
					/>
				</div>
			)}
			{frame.show === "ask" && (
				<div className="overflow-auto p-5 md:p-10">
					<div className="grid max-w-[54ch] gap-4 text-17">
						<h2 className="font-semibold font-serif text-26">This form is run by {new URL(frame.form).host}</h2>
						<p>
							Opening it loads their script and their page: they learn your network address and may set cookies. What
							you enter goes to them.
						</p>
						<p>Our own form asks the same kind of questions, and its answers stay on this device.</p>
						<p className="flex flex-wrap gap-3">
							<Button variant="primary" onClick={() => setFrame({ ...frame, show: "provider" })}>
								Open their form
							</Button>
							<Button variant="secondary" onClick={showOwn}>
								Use our own form
							</Button>
						</p>
					</div>
				</div>
			)}
			{frame.show === "provider" && (
				<ProviderFrame script={frame.script} form={frame.form} onFailed={showFailed} onOwn={showOwn} />
			)}
		</div>
	);
}
