import { tokenRules } from './token-rule.ts';

/** Keys of services that run language models and other models. */
export const aiTokenRules = tokenRules('ai', [
  ['anthropic-admin-api-key', 'Anthropic admin API key', ['sk-ant-admin01-<word 93>AA']],
  ['cerebras-api-key', 'Cerebras API key', ['csk-<lower 48>']],
  ['cohere-api-token', 'Cohere API token', ['<alnum 40>'], ['cohere', 'co_api_key']],
  ['deepseek-api-key', 'DeepSeek API key', ['sk-<hex 32>'], ['deepseek']],
  ['elevenlabs-api-key', 'ElevenLabs API key', ['sk_<hex 48>']],
  ['firecrawl-api-key', 'Firecrawl API key', ['fc-<hex 32>']],
  ['fireworks-api-key', 'Fireworks AI API key', ['fw_<alnum 22-24>'], ['fireworks']],
  ['groq-api-key', 'Groq API key', ['gsk_<alnum 52>']],
  ['hugging-face-organization-token', 'Hugging Face organization token', ['api_org_<letters 34>']],
  ['langfuse-secret-key', 'Langfuse secret key', ['sk-lf-<uuid>']],
  ['langsmith-api-key', 'LangSmith API key', ['lsv2_(pt|sk)_<hex 32>_<hex 10>']],
  ['mistral-api-key', 'Mistral AI API key', ['<alnum 32>'], ['mistral']],
  ['nvidia-api-key', 'NVIDIA API key', ['nvapi-<word 60-72>']],
  ['openrouter-api-key', 'OpenRouter API key', ['sk-or-v1-<hex 64>']],
  ['perplexity-api-key', 'Perplexity API key', ['pplx-<alnum 48>']],
  ['pinecone-api-key', 'Pinecone API key', ['pcsk_<alnum 5-6>_<alnum 63>']],
  [
    'privateai-api-token',
    'Private AI API token',
    ['<lower 32>'],
    ['privateai', 'private_ai', 'private-ai'],
  ],
  ['replicate-api-token', 'Replicate API token', ['r8_<alnum 37>']],
  ['stability-api-key', 'Stability AI API key', ['sk-<alnum 48>'], ['stability']],
  ['tavily-api-key', 'Tavily API key', ['tvly-(dev-|prod-)<alnum 32>']],
  [
    'weights-and-biases-api-key',
    'Weights & Biases API key',
    ['<hex 40>'],
    ['wandb', 'weights_and_biases'],
  ],
  ['xai-api-key', 'xAI API key', ['xai-<alnum 80>']],
]);
