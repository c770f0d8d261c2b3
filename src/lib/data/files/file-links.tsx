import { type MouseEvent, type ReactNode, useState } from "react";
import { API_BASE } from "#contract/routes.ts";
import { isOnline } from "#src/lib/device/online.ts";
import { saveBlob } from "#src/lib/device/save-blob.ts";
import { FailureBox } from "#src/ui/failure-box.tsx";
import { readFile } from "../api.ts";
import { ApiFailure } from "../api-failure.ts";

/** Has the browser save a file from the server. Asks for a proof first if the server wants one. Rejects with an ApiFailure. */
export async function downloadFile(href: string, name?: string): Promise<void> {
	const file = await readFile(href.slice(API_BASE.length));
	saveBlob(file.blob, name || file.name);
}

function reasonOf(error: unknown): string {
	if (error instanceof ApiFailure && error.status !== null)
		return error.message || "The server could not answer. Try again in a moment.";
	return isOnline()
		? "The server could not be reached. Check the connection and try again."
		: "You are offline. Try again when there is a connection.";
}

const GETTING = "Getting the file…";

type State = { status: "idle" | "loading" } | { status: "failed"; reason: string };

type FileLinkProps = {
	href: string;
	/** The name to save it as, or empty for the server's. */
	download: string;
	className: string;
	"aria-label"?: string;
	children: ReactNode;
};

/**
 * A link that saves a file. The page reads the file itself, because a plain browser download cannot ask for a proof and shows a refusal as
 * raw JSON or as a failed download without a reason. A file created on this page is saved by the browser directly.
 */
export function FileLink({ href, download, children, ...rest }: FileLinkProps) {
	const [state, setState] = useState<State>({ status: "idle" });
	const isLoading = state.status === "loading";
	const onClick = async (event: MouseEvent) => {
		if (!href.startsWith(API_BASE) || event.ctrlKey || event.metaKey || event.shiftKey) return;
		event.preventDefault();
		if (isLoading) return;
		setState({ status: "loading" });
		try {
			await downloadFile(href, download);
			setState({ status: "idle" });
		} catch (error) {
			setState({ status: "failed", reason: reasonOf(error) });
		}
	};
	return (
		<>
			<a {...rest} href={href} download={download} aria-disabled={isLoading} onClick={onClick}>
				{isLoading ? GETTING : children}
			</a>
			<span role="status" className="sr-only">
				{isLoading && GETTING}
			</span>
			{state.status === "failed" && (
				<div className="order-last mt-2 basis-full">
					<FailureBox title="The file was not downloaded">
						<p>{state.reason}</p>
					</FailureBox>
				</div>
			)}
		</>
	);
}

export type FileOfMany = {
	label: string;
	href: string;
	/** The name to save it as, or empty for the server's; null if the link opens it instead. */
	download: string | null;
};

const WIDE =
	"inline-flex min-h-12 w-full items-center justify-center rounded-control border border-line-strong px-4 font-semibold text-17 text-ink no-underline hover:border-ink";

/** Links to the same thing in several file formats. */
export function FileLinks({ files }: { files: readonly FileOfMany[] }) {
	return (
		<ul className="mt-4 grid gap-3">
			{files.map(({ label, href, download }) => (
				<li key={label}>
					{download === null ? (
						<a href={href} target="_blank" rel="noreferrer" className={WIDE}>
							{label}
						</a>
					) : (
						<FileLink href={href} download={download} className={WIDE}>
							{label}
						</FileLink>
					)}
				</li>
			))}
		</ul>
	);
}
