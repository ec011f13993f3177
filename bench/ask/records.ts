import {
  aspirinTopic,
  metforminTopic,
  topicRecords,
} from '../../packages/simulators/src/pubmed/topic-records.ts';

/** Warms the code up; shares no word, and so no cached search and no cached record, with the other. */
export const warmQuestion = 'Does aspirin prevent preeclampsia?';
export const coldQuestion = 'Does metformin lower cardiovascular mortality in type 2 diabetes?';

export const records = () => topicRecords([aspirinTopic, metforminTopic]);
