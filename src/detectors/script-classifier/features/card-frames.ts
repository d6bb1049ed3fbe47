import type { Facts } from '../facts/facts.ts';
import { mentionsCardField } from '../flow/field-words.ts';
import { FlowTargets } from '../flow/flow-target.ts';
import { isResponseIgnored } from '../flow/ignored-response.ts';
import { networkSinks } from '../flow/sinks.ts';
import { taint } from '../flow/taint.ts';
import type { Finder } from './feature.ts';
import { near, text } from './finders.ts';

/** Nodes between the frame and what the page does with its messages. */
const NEAR_FRAME = 3000;

/** The contents of a frame with card fields that hands messages to the page. */
const cardFrames: Finder = text(
  ({ text: it }) =>
    /<(?:input|form)/i.test(it) && mentionsCardField(it) && /\bpostMessage\s*\(/.test(it),
);

/** Requests to other hosts with data of messages or responses. */
function passedOn({ flows, reading }: Facts): number[] {
  const targets = new FlowTargets(reading);
  return flows
    .filter(({ sink, node, bits }) => {
      if (!(sink in networkSinks) || sink === 'message' || (bits & taint.remote) === 0)
        return false;
      const target = targets.of(sink, node);
      return (
        (target === 'foreign' || target === 'hidden') &&
        isResponseIgnored(reading, sink, node, true)
      );
    })
    .map(({ node }) => node);
}

/** Messages of a frame with card fields that the script passes on to another host, as no payment does. */
export const cardMessages: Finder = (facts) =>
  cardFrames(facts).length === 0
    ? []
    : near(
        NEAR_FRAME,
        passedOn,
        cardFrames,
        text(({ text: it }) => it === 'message'),
      )(facts);
