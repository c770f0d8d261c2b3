import type { OpenAsk, Target, TrackerClient } from "../tracker.ts";
import { createGitHub } from "./github.ts";
import { createGitLab } from "./gitlab.ts";
import { createJira } from "./jira.ts";

const CLIENTS = { github: createGitHub, gitlab: createGitLab, jira: createJira };

/** A client of one tracker, for one try. */
export const createTrackerClient = (target: Target, openAsk: OpenAsk): TrackerClient =>
	CLIENTS[target.system](target, openAsk);
